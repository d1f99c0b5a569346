/**
 * The part of the router that the product uses, which the shell provides as `react-router-dom`. A
 * shared module is otherwise the whole package, of twice the size. `architecture.test.ts` checks that
 * nothing else of it is imported.
 */
export {
  BrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavLink,
  NavigationType,
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
