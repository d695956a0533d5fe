import { Button, type ButtonProps } from '#src/web/ui/button.tsx';
import { MAIL_ASKED, MAIL_SENT } from './messages.ts';
import { useResend } from './use-resend.ts';

/** Mails the confirmation link again. `own`: of whoever is signed in, so that it is known that there is one to send. */
export function ResendButton({
  email,
  own = false,
  size,
}: {
  email: string;
  own?: boolean;
  size?: ButtonProps['size'];
}) {
  const { busy, resend } = useResend(own ? MAIL_SENT : MAIL_ASKED);
  return (
    <Button size={size ?? 'md'} busy={busy} onClick={() => void resend(email)}>
      {busy ? 'Sending...' : 'Send the mail again'}
    </Button>
  );
}
