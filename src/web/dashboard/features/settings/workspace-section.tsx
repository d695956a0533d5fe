import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type WorkspaceForm, WORKSPACE_NAME_MAX, workspaceFormSchema } from '#src/shared/team.ts';
import { apiSend } from '#src/web/lib/api/api.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

/** The names of the workspace and its brand, for those who may change them. */
export function WorkspaceSection() {
  const { data: me } = useQuery(meQuery);
  const may = useMay('workspace:write');
  if (!me || !may) return null;
  return (
    <Section title="Workspace" text="The name your team sees, and the name on your alerts.">
      <NamesForm key={me.workspace.id} workspace={me.workspace.name} brand={me.brand.name} />
    </Section>
  );
}

type Names = { workspace: string; brand: string };

function NamesForm(names: Names) {
  const queries = useQueryClient();
  const { run } = useAct('The names weren’t changed');
  const refusal = useRefusal();
  const why = useId();
  const { onSubmit, busy, field } = useCheckedForm<Names, WorkspaceForm>({
    defaults: names,
    check: ({ workspace, brand }) =>
      checkBy(workspaceFormSchema, { name: workspace, brand }, ([first]) =>
        first === 'name' ? 'workspace' : 'brand',
      ),
    submit: async (wanted, { notSaved }) => {
      if (refusal !== null) return;
      const saved = await run(async () => {
        await apiSend('/api/v1/workspace', wanted);
        toast({ title: 'Changes saved' });
        await queries.invalidateQueries({ queryKey: ['account'] });
      });
      if (!saved) notSaved();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-140 gap-5">
      <TextField
        label="Workspace name"
        autoComplete="off"
        maxLength={WORKSPACE_NAME_MAX}
        {...field('workspace')}
      />
      <TextField
        label="Brand name"
        autoComplete="off"
        maxLength={WORKSPACE_NAME_MAX}
        hint="The sender of your alerts."
        {...field('brand')}
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
  );
}
