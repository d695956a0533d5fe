import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '#src/web/ui/button.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';

export function NotFound() {
  const { pathname } = useLocation();
  usePageTitle('Page not found');
  useEffect(() => logWarning(`Page not found: /dashboard${pathname}`), [pathname]);
  return (
    <div className="py-10">
      <p className="slug text-ink-3">404</p>
      <h1 className="headline mt-2 text-h2">Oops! Page not found</h1>
      <p className="mt-3 max-w-text text-base text-ink-2">
        There is nothing at this address in the account area.
      </p>
      <Link className={`mt-6 ${buttonClass('primary')}`} to="/">
        Return to Dashboard
      </Link>
    </div>
  );
}
