import { Link } from 'react-router';
import { buttonClass } from '#src/web/ui/button.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

/** In place of a screen that belongs to a person or to money. */
export function NotInDemo({ label }: { label: string }) {
  usePageTitle(label);
  return (
    <div className="max-w-text">
      <h1 className="headline text-h2">{label}</h1>
      <p className="mt-4 border-t border-rule pt-4 text-base text-ink-2">
        {label} is part of every account and not of the demo: what stands here belongs to somebody, and the
        demo belongs to nobody. Your free trial has all of it.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a className={buttonClass('secondary')} href="/signup">
          Start your free trial
        </a>
        <Link className={buttonClass('quiet')} to="/alerts">
          Look at the alerts
        </Link>
      </div>
    </div>
  );
}
