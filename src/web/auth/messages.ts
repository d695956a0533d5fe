import type { ToastContent } from '#src/web/ui/toast/store.ts';

/** What is said when the session changes. */
export const SIGNED_IN: ToastContent = { title: 'Signed in successfully' };
export const SIGNED_IN_BY_FORM: ToastContent = {
  title: 'Signed in successfully',
  description: "Welcome back! You've successfully signed in.",
};
export const ACCOUNT_CREATED: ToastContent = {
  title: 'Account created!',
  description: 'Your account has been created successfully. Please check your email for verification.',
};
export const SIGNED_OUT: ToastContent = {
  title: 'Signed out',
  description: "You've been successfully signed out.",
};
export const SESSION_ENDED: ToastContent = {
  title: 'Signed out',
  description: 'Your session has ended. Please sign in again.',
};
export const signOutFailed = (message: string): ToastContent => ({
  title: 'Error signing out',
  description: message,
  variant: 'destructive',
});
export const EMAIL_CONFIRMED: ToastContent = {
  title: 'Email confirmed',
  description: 'Thank you. Alerts can reach you now.',
};

/** The sentence for a failed auth call: the server's own, or a plain one when the server was not reached. */
export function authErrorText(
  error: { message: string; status?: number | undefined },
  fallback = '',
): string {
  if (error.status === 0) return 'The server could not be reached. Check your connection and try again.';
  return error.message || fallback;
}
