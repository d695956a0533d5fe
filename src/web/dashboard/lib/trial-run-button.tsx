import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useId } from 'react';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { Button, type ButtonProps } from '#src/web/ui/button.tsx';
import { Refusal, useRefusal } from './refusal.tsx';
import { loadTrialRun } from './load-trial-run.ts';
import { useMay } from './use-may.ts';

/** Starts one real run over recorded market data. Shows why where nothing can be changed. */
export function TrialRunButton({ variant, size }: Pick<ButtonProps, 'variant' | 'size'>) {
  const queries = useQueryClient();
  const run = useMutation({ mutationFn: () => loadTrialRun(queries) });
  const refusal = useRefusal();
  const may = useMay('alerts:run');
  const id = useId();
  // A member whose role does not allow it is not offered it.
  if (readOnlyReason() === null && may === false) return null;
  const button = (
    <Button
      variant={variant ?? 'secondary'}
      size={size ?? 'md'}
      busy={run.isPending}
      disabled={refusal !== null}
      aria-describedby={refusal === null ? undefined : id}
      onClick={() => run.mutate()}
    >
      {run.isPending ? null : <Play size={15} aria-hidden="true" />}
      Start Trial Run
    </Button>
  );
  if (refusal === null) return button;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Refusal id={id} reason={refusal} />
      {button}
    </span>
  );
}
