import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { INVITATION_DAYS, INVITED_ROLES, type InvitedRole, ROLE_WORDS } from '#src/shared/team.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { emailProblem } from '#src/web/auth/validate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { invite } from './queries.ts';

const OPTIONS = INVITED_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].name }));
const isInvited = (value: string): value is InvitedRole => INVITED_ROLES.some((role) => role === value);

/** Mails an invitation. What was typed stays when it cannot be sent. */
export function InviteForm() {
  const queries = useQueryClient();
  const [role, setRole] = useState<InvitedRole>('editor');
  const [problem, setProblem] = useState<string>();
  const refusal = useRefusal();
  const why = useId();
  const send = useMutation({
    mutationFn: (asked: { form: HTMLFormElement; email: string }) => invite({ email: asked.email, role }),
    onSuccess: ({ email }, { form }) => {
      form.reset();
      focusField(form, 'email');
      toast({ title: 'Invitation sent', description: `A mail is on its way to ${email}.` });
      void queries.invalidateQueries({ queryKey: ['team'] });
    },
    onError: (error, { form }) => {
      setProblem(error.message);
      focusField(form, 'email');
    },
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (refusal !== null) return;
    const form = event.currentTarget;
    const email = textValues(form)['email']?.trim() ?? '';
    const wrong = emailProblem(email);
    setProblem(wrong);
    if (wrong === undefined) send.mutate({ form, email });
    else focusField(form, 'email');
  }

  return (
    <section aria-labelledby="invite" className="mt-12">
      <h2 id="invite" className="headline text-h3">
        Invite somebody
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        A mail with a link that is good for {INVITATION_DAYS} days. Whoever has no account opens one on the
        way.
      </p>
      <form
        noValidate
        onSubmit={submit}
        className="mt-5 grid max-w-180 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          error={problem}
        />
        <Select
          label="Role"
          name="role"
          options={OPTIONS}
          value={role}
          hint={ROLE_WORDS[role].purpose}
          onChange={({ target }) => isInvited(target.value) && setRole(target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          busy={send.isPending}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : why}
          className="sm:mt-6.5"
        >
          {send.isPending ? 'Sending...' : 'Send invitation'}
        </Button>
      </form>
      <Refusal id={why} reason={refusal} />
    </section>
  );
}
