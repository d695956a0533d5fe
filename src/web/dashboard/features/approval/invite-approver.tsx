import { useQueryClient } from '@tanstack/react-query';
import type { Brand } from '#src/shared/brands.ts';
import {
  CLIENT_APPROVER,
  type ClientApproverForm,
  clientApproverFormSchema,
} from '#src/shared/client-approvers.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { inviteApprover } from './queries.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** Invites a client approver of a brand by email. If that fails, the form keeps what was typed. */
export function InviteApprover({
  brand: { id, name, languages },
  refusal,
}: {
  brand: Pick<Brand, 'id' | 'name' | 'languages'>;
  refusal?: string | null;
}) {
  const queries = useQueryClient();
  const [main = 'en'] = languages;
  const empty = { name: '', entity: '', email: '', language: main };
  const { onSubmit, busy, field } = useCheckedForm<ClientApproverForm, ClientApproverForm>({
    defaults: empty,
    check: (values) => checkBy(clientApproverFormSchema, { ...values, language: values.language ?? main }),
    submit: async (form, { reset, focus, refuse }) => {
      if (refusal) return;
      try {
        const { email } = await inviteApprover(id, form);
        reset({ ...empty, entity: form.entity, language: form.language });
        focus('name');
        toast({ title: 'Invitation sent', description: `An email is on its way to ${email}.` });
        void queries.invalidateQueries({ queryKey: ['account', 'client-approvers'] });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('email', error.message);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Invite a client approver" className="mt-6 max-w-180">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" maxLength={CLIENT_APPROVER.nameMax} {...field('name')} />
        <TextField
          label="Company"
          autoComplete="off"
          hint="On record beside their name."
          maxLength={CLIENT_APPROVER.entityMax}
          {...field('entity')}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          {...field('email')}
        />
        {languages.length > 1 ? (
          <Select
            label="Language"
            hint="Which text they read first."
            options={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
            {...field('language')}
          />
        ) : null}
      </div>
      <Button
        type="submit"
        variant="primary"
        className="mt-5"
        busy={busy}
        disabled={Boolean(refusal)}
        aria-describedby={refusal ? 'client-approvers-refusal' : undefined}
      >
        {busy ? 'Sending...' : `Invite for ${name}`}
      </Button>
    </form>
  );
}
