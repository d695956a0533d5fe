import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#src/web/lib/api/api.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Loading } from '#src/web/ui/loading.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { operatorQuery } from '../lib/queries.ts';
import { Console } from './console.tsx';
import { NotFound } from './not-found.tsx';

/** Shows the console to operators only. For others it doesn't exist. */
export function Gate({ children }: { children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(operatorQuery);
  if (isPending) return <Loading />;
  const refusal = error instanceof ApiError ? error : null;
  // Also in the middle of the work: a former operator keeps nothing of it on the screen.
  if (refusal?.status === 404) return <NotFound />;
  if (refusal?.code === 'second_factor_needed') return <SecondFactorNeeded />;
  if (data) return <Console me={data}>{children}</Console>;
  return (
    <main className="mx-auto max-w-text px-5 py-16">
      <ErrorState
        heading="h2"
        title="This page couldn’t be loaded"
        text={error?.message ?? ''}
        onRetry={() => void refetch()}
      />
    </main>
  );
}

function SecondFactorNeeded() {
  usePageTitle('Second factor needed');
  return (
    <main className="mx-auto max-w-text px-5 py-16 md:py-28">
      <p className="slug text-ink-3">Operator console</p>
      <h1 className="headline mt-2 text-h1">Turn on your second factor first</h1>
      <p className="mt-4 text-base text-ink-2">
        Operators can see every customer’s email address and change every plan, so a password alone isn’t
        enough.
      </p>
      <ol className="mt-6 grid list-decimal gap-2 pl-5 text-base">
        <li>Open the settings of your account and choose Two-Factor Authentication.</li>
        <li>Scan the code with an authenticator app, and type the six digits it shows.</li>
        <li>Keep the recovery codes, and come back to this page.</li>
      </ol>
      <a className={`mt-8 ${buttonClass('primary')}`} href="/dashboard/settings">
        Open the settings
      </a>
    </main>
  );
}
