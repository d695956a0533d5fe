import { ResendButton } from '#src/web/auth/resend-button.tsx';
import { Address, CheckMail } from './check-mail.tsx';

/** After sign-up, or at sign-in, where the address must be confirmed before there is a session. */
export function ConfirmFirst({ email }: { email: string }) {
  return (
    <CheckMail again={<ResendButton email={email} />}>
      A mail is on its way to <Address>{email}</Address>. Open the link in it to confirm the address, then{' '}
      <a className="link" href="/signin">
        sign in
      </a>
      .
    </CheckMail>
  );
}
