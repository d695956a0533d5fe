import type { ToastContent } from '#src/web/ui/toast/store.ts';

/** Toasts when the session changes. */
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

export const ACCOUNT_DELETED: ToastContent = {
  title: 'Account deleted',
  description: 'Nothing of it is left. Thank you for having been here.',
};
export const PASSWORD_UPDATED: ToastContent = {
  title: 'Password updated',
  description: 'Every other device has been signed out.',
};
export const NOT_CHANGED = 'The password wasn’t changed';
export const MAIL_SENT: ToastContent = {
  title: 'Email sent',
  description: 'Open the link in it.',
};
/** A mailed link came back with an error; `code` is the account service's. */
export const linkFailed = (code: string): ToastContent => ({
  title: code === 'otp_expired' ? 'This link has expired or was used before' : 'This link couldn’t be used',
  description: 'Sign in, or ask for a new link.',
  variant: 'destructive',
});

/**
 * What the client says where the answer has no words of the server in it: an answer written out, the name of a status,
 * or the complaint of a parser (AuthUnknownError). It comes from something before the server, and is nobody's to read.
 */
const NO_WORDS = /^([[{].*|HTTP \d+|Bad Gateway|Service Unavailable|Gateway Time-?out|)$/is;

/** The sentence for a failed auth call: the server's own, or a plain one when the server was not reached. */
export function authErrorText(
  error: { name?: string; message: string; status?: number | undefined; code?: string | undefined },
  fallback = 'Please try again later.',
): string {
  if (error.code === 'mfa_verification_failed')
    return 'This code isn’t right. Codes change every 30 seconds: enter the one that is shown now.';
  if (error.status === 0) return 'The server couldn’t be reached. Check your connection and try again.';
  const silent = error.name === 'AuthUnknownError' || NO_WORDS.test(error.message);
  return silent ? fallback : error.message;
}
