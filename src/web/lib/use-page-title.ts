import { useEffect } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';

/** Names the page in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteConfig.name}`;
  }, [title]);
}
