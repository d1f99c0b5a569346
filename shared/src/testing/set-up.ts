import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach } from 'vitest';

// Long enough for a busy machine; a test that fails waits this long once.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  // Sonner keeps its toasts outside of React and would show them to the next test.
  toast.dismiss();
});
