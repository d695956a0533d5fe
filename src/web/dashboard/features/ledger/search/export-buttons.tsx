import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { searchFile } from '../queries.ts';

const saveSearch = async (as: 'csv' | 'json', filter: string): Promise<void> =>
  saveFile(await searchFile(as, filter), `ledger-${new Date().toISOString().slice(0, 10)}.${as}`);

/** All that the search finds, as files. */
export function ExportButtons({ filter }: { filter: string }) {
  const [busy, setBusy] = useState<'csv' | 'json' | null>(null);
  async function save(as: 'csv' | 'json'): Promise<void> {
    setBusy(as);
    try {
      await saveSearch(as, filter);
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error);
      toast({ title: 'The search was not exported', description, variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }
  return (
    <div className="flex gap-2 sm:ml-auto">
      {(['csv', 'json'] as const).map((as) => (
        <Button
          key={as}
          size="sm"
          busy={busy === as}
          disabled={busy !== null}
          aria-label={`Export ${as.toUpperCase()}`}
          onClick={() => void save(as)}
        >
          {busy === as ? null : <Download size={14} aria-hidden="true" />}
          {as.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
