import { Link } from 'react-router';
import { buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import type { Feature } from '../lib/feature.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { WHAT_STANDS_THERE } from './what-stands-there.ts';

/** In place of a screen that belongs to a person or to money: what it is. `menu`: where it is in the menu. */
export function NotInDemo({ menu }: { menu: Feature['menu'] }) {
  const label = menu?.label;
  const there = menu && WHAT_STANDS_THERE[menu.to];
  const title = label ?? 'Not in the demo';
  usePageTitle(title);
  return (
    <div className="max-w-text">
      <h1 className="headline text-h2">{title}</h1>
      {there ? <p className="mt-4 border-t border-rule pt-4 text-base">{there.text}</p> : null}
      <p className={cx('text-base text-ink-2', there ? 'mt-3' : 'mt-4 border-t border-rule pt-4')}>
        {label ?? 'This page'} isn’t part of the demo. Your free trial includes it.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a className={buttonClass('secondary')} href="/signup">
          Start your free trial
        </a>
        {there ? (
          <a className={buttonClass('quiet')} href={there.more.href}>
            {there.more.label}
          </a>
        ) : (
          <Link className={buttonClass('quiet')} to="/alerts">
            Look at the alerts
          </Link>
        )}
      </div>
    </div>
  );
}
