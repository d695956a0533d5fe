import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Brand } from '#src/web/ui/brand.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { siteConfig } from '#src/shared/site-config.ts';

/** The words of the site's own page for an address where nothing is. */
export function NotFound() {
  usePageTitle('Page not found');
  return (
    <div className="px-5 md:px-12">
      <header className="flex h-16 items-center">
        <a href="/" className="flex h-11 items-center" aria-label={`${siteConfig.name}, home`}>
          <Brand />
        </a>
      </header>
      <main className="mx-auto max-w-page pt-16 md:pt-28">
        <p className="figure text-lg text-ink-3">404</p>
        <h1 className="headline mt-2 text-display">Oops! Page not found</h1>
        <p className="mt-5 max-w-140 text-lg text-ink-2">
          There is nothing at this address. It may have moved, or the link may have a typo.
        </p>
        <a className={`mt-8 ${buttonClass('primary')}`} href="/">
          Return to Home
        </a>
      </main>
    </div>
  );
}
