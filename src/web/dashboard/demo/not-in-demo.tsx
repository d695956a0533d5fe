import { Link } from 'react-router';
import { buttonClass } from '#src/web/ui/button.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

/** In place of a screen that belongs to a person or to money. `label`: as the menu calls it, where it is in the menu. */
export function NotInDemo({ label }: { label: string | null }) {
  const title = label ?? 'Not in the demo';
  usePageTitle(title);
  return (
    <div className="max-w-text">
      <h1 className="headline text-h2">{title}</h1>
      <p className="mt-4 border-t border-rule pt-4 text-base text-ink-2">
        {label ?? 'This page'} is part of every account and not of the demo: what stands here belongs to
        somebody, and the demo belongs to nobody. Your free trial has all of it.
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
