import { MailWarning } from 'lucide-react';
import { ResendButton } from '#src/web/auth/resend-button.tsx';

/** Reminds of the mailed link: until the address is confirmed, alerts wait. */
export function ConfirmBanner({ email, outboxUrl }: { email: string; outboxUrl: string | null }) {
  return (
    <section
      aria-label="Email confirmation"
      className="mt-8 flex flex-wrap items-start gap-3 border-y border-rule bg-raised px-4 py-3 text-sm"
    >
      <MailWarning size={18} className="mt-px shrink-0 text-ink-2" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">Your alerts wait for your confirmation.</strong> Open the link that
        we have mailed to <span className="font-medium wrap-anywhere">{email}</span>.{' '}
        {outboxUrl === null ? null : (
          <a className="link whitespace-nowrap" href={outboxUrl}>
            Open the outbox
          </a>
        )}
      </p>
      <span className="shrink-0 md:ml-auto">
        <ResendButton email={email} size="sm" />
      </span>
    </section>
  );
}
