import { cleanup } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  localStorage.clear();
  // Sonner keeps its toasts outside of React and would show them to the next test.
  toast.dismiss();
});
