import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#src/web/dashboard/lib/api.ts';
import { usePageTitle } from '#src/web/dashboard/lib/use-page-title.ts';
import { Loading } from '#src/web/dashboard/shell/loading.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { operatorQuery } from '../lib/queries.ts';
import { Console } from './console.tsx';
import { NotFound } from './not-found.tsx';

/** Shows the console to an operator. Nobody else learns that there is one. */
export function Gate({ children }: { children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(operatorQuery);
  if (isPending) return <Loading />;
  const refusal = error instanceof ApiError ? error : null;
  // Also in the middle of the work: who is no operator any more has nothing of it left on the screen.
  if (refusal?.status === 404) return <NotFound />;
  if (refusal?.code === 'second_factor_needed') return <SecondFactorNeeded />;
  if (data) return <Console me={data}>{children}</Console>;
  return (
    <main className="mx-auto max-w-text px-5 py-16">
      <ErrorState
        heading="h2"
        title="This page could not be loaded"
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
        Whoever operates this installation sees every customer’s address and can change every plan. A password
        alone does not open that.
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
