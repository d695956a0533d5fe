import type { ToastContent } from '#src/web/ui/toast/store.ts';

/** For an email that anyone may request: it must not reveal whether the account exists. */
export const MAIL_ASKED: ToastContent = {
  title: 'Check your email',
  description: 'If there is a link to send to this address, it is on its way.',
};
