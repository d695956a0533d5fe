import { MAIL_ASKED } from '#src/web/auth/mail-asked.ts';
import { ResendButton } from '#src/web/auth/resend-button.tsx';
import { Address, CheckMail } from './check-mail.tsx';

/**
 * Where the address must be confirmed before there is a session. `asked`: a mail was asked for, and whether it goes out
 * must not tell who has an account. `refused`: the password was right, and the address is not confirmed.
 */
export function ConfirmFirst({ email, why }: { email: string; why: 'asked' | 'refused' }) {
  const signIn = (
    <a className="link" href="/signin">
      sign in
    </a>
  );
  return (
    <CheckMail again={<ResendButton email={email} done={MAIL_ASKED} />}>
      {why === 'asked' ? (
        <>
          If <Address>{email}</Address> isn’t confirmed yet, we’re sending an email to it. Open the link in
          it, then {signIn}. If it’s already confirmed, {signIn} right away.
        </>
      ) : (
        <>
          <Address>{email}</Address> isn’t confirmed yet. Open the link in the email we sent to it, or have it
          sent again. Then {signIn}.
        </>
      )}
    </CheckMail>
  );
}
