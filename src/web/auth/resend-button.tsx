import { Button, type ButtonProps } from '#src/web/ui/button.tsx';
import { useResend } from './use-resend.ts';

/** Mails the confirmation link again. */
export function ResendButton({ email, size }: { email: string; size?: ButtonProps['size'] }) {
  const { busy, resend } = useResend();
  return (
    <Button size={size ?? 'md'} busy={busy} onClick={() => void resend(email)}>
      {busy ? 'Sending...' : 'Send the mail again'}
    </Button>
  );
}
