import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { emailProblem } from '#src/web/auth/validate.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmailField } from '#src/web/ui/email-field.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { EmailChange } from './email-change.tsx';
import { profileChange, profileOf } from './profile-values.ts';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

export function ProfileSection() {
  const { user } = useAuth();
  const queries = useQueryClient();
  const [error, setError] = useState<string>();
  const { busy, run } = useAct('Your changes were not saved');
  const profile = profileOf(user);
  // An address that was never confirmed has no say in the change.
  const confirmed = user?.email_confirmed_at !== undefined;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = textValues(form);
    const text = (name: string) => values[name]?.trim() ?? '';
    const problem = emailProblem(text('email'));
    setError(problem);
    if (problem !== undefined) {
      focusField(form, 'email');
      return;
    }
    const change = profileChange(profile, {
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      company: text('company'),
    });
    if (change === null) {
      toast({ title: 'Nothing to save', description: 'You have not changed anything.' });
      return;
    }
    await run(async () => {
      const { error: refused } = await authClient().updateUser(change, {
        emailRedirectTo: `${location.origin}/dashboard/settings`,
      });
      if (refused) throw refused;
      toast({
        title: 'Changes saved',
        ...(change.email === undefined
          ? {}
          : {
              description: confirmed
                ? 'Your address changes when the links in both mails have been used.'
                : 'Your address changes when the link in the mail to the new one has been used.',
            }),
      });
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    });
  }

  return (
    <Section title="Profile" text="How we address you, and where your account mail goes.">
      <form noValidate onSubmit={submit} className="grid max-w-140 gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="First name"
            name="firstName"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={profile.firstName}
          />
          <TextField
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={profile.lastName}
          />
        </div>
        <EmailField defaultValue={profile.email} error={error} />
        {user?.new_email ? <EmailChange from={profile.email} to={user.new_email} both={confirmed} /> : null}
        <TextField
          label="Company"
          name="company"
          autoComplete="organization"
          maxLength={200}
          defaultValue={profile.company}
        />
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {busy ? 'Processing...' : 'Save Changes'}
        </Button>
      </form>
    </Section>
  );
}
