import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { CodesSheet } from './codes-sheet.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { makeRecoveryCodes, recoveryCodesQuery, SECURITY_KEY, type NewCodes } from './queries.ts';

/** So few are soon none. */
const FEW = 3;

/** How many codes are left for a lost device; new ones, shown once. `fresh` are those just made with the app. */
export function RecoveryCodes({
  fresh,
  onFresh,
}: {
  fresh: NewCodes | null;
  onFresh: (codes: NewCodes | null) => void;
}) {
  const { data, error, refetch } = useQuery(recoveryCodesQuery);
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const make = async (password: string): Promise<void> => {
    onFresh(await makeRecoveryCodes(password));
    setAsked(false);
    await queries.invalidateQueries({ queryKey: SECURITY_KEY });
  };
  const makeLabel = data?.madeAt === null ? 'Create recovery codes' : 'Create new codes';
  return (
    <div className="mt-8 border-t border-line pt-6">
      <h3 className="text-base font-semibold">Recovery codes</h3>
      {fresh ? (
        <CodesSheet codes={fresh} onClose={() => onFresh(null)} />
      ) : data ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <p className="max-w-110 text-base">
            {data.madeAt === null ? (
              <StatusTag tone="fault" label="None yet. Without them, a lost device locks you out." />
            ) : (
              <>
                <StatusTag
                  tone={data.left <= FEW ? 'fault' : 'done'}
                  label={data.left === 1 ? '1 code left' : `${data.left} codes left`}
                />{' '}
                <span className="ml-2 text-sm text-ink-2">
                  created <Time at={data.madeAt} />
                </span>
              </>
            )}
          </p>
          {asked ? null : <Button onClick={() => setAsked(true)}>{makeLabel}</Button>}
          {asked ? (
            <div className="basis-full">
              {data.left > 0 ? (
                <p className="mb-5 text-sm text-ink-2">Your current codes stop working at once.</p>
              ) : null}
              <ConfirmPassword submitLabel={makeLabel} onConfirm={make} onCancel={() => setAsked(false)} />
            </div>
          ) : null}
        </div>
      ) : error ? (
        <ErrorState
          title="Your recovery codes couldn’t be counted"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="mt-3 h-11 w-full" />
      )}
    </div>
  );
}
