import type { ReactNode } from 'react';

/** Nothing here yet: shows that, the next step, and its button. */
export function EmptyState({
  title,
  text,
  action,
  heading: Heading = 'h3',
}: {
  title: string;
  text: ReactNode;
  action?: ReactNode;
  /** The level that fits the page around it. */
  heading?: 'h2' | 'h3';
}) {
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line py-10 md:py-14">
      <EmptyWire />
      <Heading className="headline mt-4 text-h4">{title}</Heading>
      <p className="max-w-text text-base text-ink-2">{text}</p>
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}

/** A quiet wire: nothing has happened on it. */
function EmptyWire() {
  return (
    <svg width="160" height="24" viewBox="0 0 160 24" fill="none" aria-hidden="true" className="text-rule">
      <path d="M0 12h160" stroke="currentColor" strokeDasharray="2 6" />
      <circle cx="8" cy="12" r="4" stroke="currentColor" strokeWidth="1.5" className="fill-paper" />
    </svg>
  );
}
