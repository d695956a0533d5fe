import { siteConfig } from '#src/shared/site-config.ts';
import { AuthHeading } from './auth-heading.tsx';

/** After sign-up where the address must be confirmed before the first sign-in. */
export function CheckMail({ email }: { email: string }) {
  return (
    <>
      <AuthHeading title="Check your mail">
        We have sent a link to <strong className="font-semibold text-ink">{email}</strong>. Open it to confirm
        the address, then sign in.
      </AuthHeading>
      <p className="text-sm text-ink-2">
        Nothing there after a few minutes? Look among the junk mail, or write to{' '}
        <a className="link" href={`mailto:${siteConfig.email.support}`}>
          {siteConfig.email.support}
        </a>
        .
      </p>
    </>
  );
}
