import { buttonClass } from '#src/web/ui/button.tsx';
import type { LinkKind } from './link-kinds.ts';
import { ResendForm } from './resend-form.tsx';

/** The way to a new link of the same kind. */
export function LinkRemedy({ kind, email }: { kind: LinkKind; email: string }) {
  if (kind === 'signup') return <ResendForm email={email} />;
  if (kind === 'email_change')
    return (
      <a className={buttonClass('primary')} href="/dashboard/settings">
        Open your settings
      </a>
    );
  return (
    <>
      {kind === 'invite' ? (
        <p className="mb-6 text-base text-ink-2">Ask the person who invited you for a new invitation.</p>
      ) : null}
      <a className={buttonClass('primary')} href="/signin">
        Sign In
      </a>
    </>
  );
}
