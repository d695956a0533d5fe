import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { WORKSPACE_NAME_MAX } from '#src/shared/team.ts';
import { apiSend } from '#src/web/dashboard/lib/api.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { textValues } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

/** What the workspace and its brand are called, for those who may say so. */
export function WorkspaceSection() {
  const { data: me } = useQuery(meQuery);
  const may = useMay('workspace:write');
  const queries = useQueryClient();
  const { busy, run } = useAct('The names were not changed');
  const refusal = useRefusal();
  const why = useId();
  if (!me || !may) return null;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (refusal !== null) return;
    const values = textValues(event.currentTarget);
    await run(async () => {
      await apiSend('/api/v1/workspace', { name: values['workspace'], brand: values['brand'] });
      toast({ title: 'Changes saved' });
      await queries.invalidateQueries({ queryKey: ['account'] });
    });
  }

  return (
    <Section title="Workspace" text="What your colleagues see here, and the name that stands on your alerts.">
      <form noValidate onSubmit={submit} className="grid max-w-140 gap-5" key={me.workspace.id}>
        <TextField
          label="Workspace name"
          name="workspace"
          autoComplete="off"
          maxLength={WORKSPACE_NAME_MAX}
          defaultValue={me.workspace.name}
        />
        <TextField
          label="Brand name"
          name="brand"
          autoComplete="off"
          maxLength={WORKSPACE_NAME_MAX}
          hint="The sender of your alerts."
          defaultValue={me.brand.name}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button
            type="submit"
            busy={busy}
            disabled={refusal !== null}
            aria-describedby={refusal === null ? undefined : why}
          >
            {busy ? 'Processing...' : 'Save Names'}
          </Button>
          <Refusal id={why} reason={refusal} />
        </div>
      </form>
    </Section>
  );
}
