import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Days } from '#src/shared/analytics.ts';
import { authorizedFetch } from '#src/web/lib/api/api.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

const FIGURES = { path: '/api/v1/analytics.csv', name: 'analytics' };

/** The figures of the screen as a file for spreadsheets. */
export function ExportButton({
  text,
  period,
  file = FIGURES,
  label = 'Export CSV',
}: {
  text: string;
  period: Days | undefined;
  file?: { path: string; name: string };
  label?: string;
}) {
  const save = useMutation({
    mutationFn: async (days: Days) => {
      const answer = await authorizedFetch(`${file.path}?${text}`, {
        headers: { accept: 'text/csv' },
      });
      saveFile(await answer.blob(), `${file.name}-${days.from}-to-${days.to}.csv`);
    },
    onError: (error) =>
      toast({ title: 'The file couldn’t be created', description: error.message, variant: 'destructive' }),
  });
  return (
    <Button
      size="sm"
      busy={save.isPending}
      disabled={period === undefined}
      onClick={() => period && save.mutate(period)}
    >
      {save.isPending ? null : <Download size={14} aria-hidden="true" />}
      {label}
    </Button>
  );
}
