import type { ToastContent } from '#src/web/ui/toast/store.ts';

/** Of a mail that anybody may ask for: whether one goes out must not tell who has an account. */
export const MAIL_ASKED: ToastContent = {
  title: 'Look into your mail',
  description: 'If there is a link to send to this address, it is on its way.',
};
