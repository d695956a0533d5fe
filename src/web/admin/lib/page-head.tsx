import type { ReactNode } from 'react';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2 pb-5">
      <h1 className="headline text-h3">{title}</h1>
      {children}
    </div>
  );
}
