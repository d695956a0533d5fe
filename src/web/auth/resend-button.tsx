import { Button, type ButtonProps } from '#src/web/ui/button.tsx';
import type { ToastContent } from '#src/web/ui/toast/store.ts';
import { MAIL_SENT } from './messages.ts';
import { useResend } from './use-resend.ts';

/** Sends the confirmation link again; `done` is the toast where that isn't rejected. */
export function ResendButton({
  email,
  done = MAIL_SENT,
  size,
}: {
  email: string;
  done?: ToastContent;
  size?: ButtonProps['size'];
}) {
  const { busy, resend } = useResend(done);
  return (
    <Button size={size ?? 'md'} busy={busy} onClick={() => void resend(email)}>
      {busy ? 'Sending...' : 'Send the email again'}
    </Button>
  );
}
