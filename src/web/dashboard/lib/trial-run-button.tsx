import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { trialRunSchema } from '#src/shared/alerts.ts';
import { Button, type ButtonProps } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { apiPost } from './api.ts';

/** Starts one real run over recorded market data; its alert arrives by the live stream. */
export function TrialRunButton({ variant, size }: Pick<ButtonProps, 'variant' | 'size'>) {
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: () => apiPost('/api/v1/trial-runs', {}, trialRunSchema),
    onSuccess: () => {
      toast({
        title: 'Trial run initiated',
        description: 'A one-time run of your automation has started. Results will arrive shortly.',
      });
      void queries.invalidateQueries({ queryKey: ['alerts'] });
    },
    onError: (error) =>
      toast({ title: 'The trial run did not start', description: error.message, variant: 'destructive' }),
  });
  return (
    <Button
      variant={variant ?? 'secondary'}
      size={size ?? 'md'}
      busy={run.isPending}
      onClick={() => run.mutate()}
    >
      {run.isPending ? null : <Play size={15} aria-hidden="true" />}
      Start Trial Run
    </Button>
  );
}
