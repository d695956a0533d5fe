import type { ReactNode } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { AuthHeading } from './auth-heading.tsx';

/** A link is on its way. `children` say where to and what for; `again` is the button that sends another. */
export function CheckMail({ children, again }: { children: ReactNode; again: ReactNode }) {
  return (
    <div aria-live="polite">
      <AuthHeading title="Check your email">{children}</AuthHeading>
      {again}
      <p className="mt-8 text-sm text-ink-2">
        Nothing there after a few minutes? Check your spam folder, and look for an earlier email: its link is
        valid for a day. Or write to{' '}
        <a className="link" href={`mailto:${siteConfig.email.support}`}>
          {siteConfig.email.support}
        </a>
        .
      </p>
    </div>
  );
}

/** An address in a sentence, which may be longer than the line. */
export function Address({ children }: { children: string }) {
  return <strong className="font-semibold wrap-anywhere text-ink">{children}</strong>;
}
