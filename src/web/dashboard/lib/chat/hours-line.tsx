import { useEffect, useState } from 'react';
import { supportSentence, supportState } from '#src/shared/support-hours.ts';
import { cx } from '#src/web/ui/cx.ts';

const TICK_MS = 15_000;
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the team is online, and its hours in its own time zone and the reader's. */
export function HoursLine() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { open } = supportState(now);
  return (
    <p className="mt-0.5 flex items-start gap-2 text-sm text-ink-2">
      <span
        aria-hidden="true"
        className={cx(
          'mt-1.5 size-2 shrink-0 rounded-full border border-ink-2',
          open ? 'bg-ink-2' : 'bg-transparent',
        )}
      />
      {supportSentence(now, zone)}
    </p>
  );
}
