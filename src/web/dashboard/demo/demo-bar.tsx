import { TRIAL_DAYS } from '#src/shared/product.ts';
import { buttonClass } from '#src/web/ui/button.tsx';

/** Above everything in the demo: what this is, and the way to one's own. */
export function DemoBar() {
  return (
    <aside aria-label="About this demo" className="border-b border-rule bg-sunk">
      <div className="mx-auto flex max-w-work flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-2.5 md:px-6">
        <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">
          <strong className="slug mr-2.5 font-semibold text-ink">Demo</strong>
          Recorded days of the S&amp;P 500, each with its real date. Alerts are written here and not emailed.
          Nothing can be changed.
        </p>
        <a href="/signup" className={`shrink-0 ${buttonClass('primary', 'sm')}`}>
          Start your free trial
          <span className="sr-only"> of {TRIAL_DAYS} days</span>
        </a>
      </div>
    </aside>
  );
}
