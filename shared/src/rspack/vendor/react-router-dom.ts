/**
 * The part of the router that the product uses. The shell provides it under the name
 * `react-router-dom`: the whole package, which a shared module would otherwise be, weighs twice as
 * much. `architecture.test.ts` checks that nothing else of it is imported.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Router,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
