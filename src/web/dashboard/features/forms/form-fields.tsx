import { useQueryClient } from '@tanstack/react-query';
import { type SignupForm, type SignupFormForm, signupFormFormSchema } from '#src/shared/signup-forms.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { changeForm, makeForm } from './queries.ts';

type Named = { id: string; name: string };
type Values = SignupFormForm;

const valuesOf = (form: SignupForm | null, brands: readonly Named[], lists: readonly Named[]): Values =>
  form ?? {
    name: '',
    brandId: brands[0]?.id ?? '',
    audienceId: lists[0]?.id ?? '',
    title: `Alerts from ${brands[0]?.name ?? 'us'} by email`.slice(0, 120),
    intro: '',
    consent: `I’d like to get alerts from ${brands[0]?.name ?? 'you'} by email. I can unsubscribe at any time.`,
    button: 'Sign up',
    asksName: false,
    welcomeSubject: 'You’re subscribed',
    welcomeText: 'Thanks for signing up. The first alert comes when something happens.',
  };

const optionsOf = (items: readonly Named[]) => items.map(({ id, name }) => ({ value: id, label: name }));

/** Creates a form, or changes one. */
export function FormFields({
  form,
  brands,
  lists,
  onClose,
}: {
  form: SignupForm | null;
  brands: readonly Named[];
  lists: readonly Named[];
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { onSubmit, busy, field } = useCheckedForm<Values, SignupFormForm>({
    defaults: valuesOf(form, brands, lists),
    start: 'name',
    check: (values) => checkBy(signupFormFormSchema, values),
    submit: async (wanted, { refuse }) => {
      try {
        const saved = await (form ? changeForm(form.id, wanted) : makeForm(wanted));
        toast({ title: form ? 'Form saved' : 'Form created', description: saved.name });
        await queries.invalidateQueries({ queryKey: ['contacts', 'forms'] });
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('name', error.message);
      }
    },
  });
  return (
    <section aria-labelledby="form-fields">
      <h2 id="form-fields" className="headline text-h3">
        {form ? `Edit “${form.name}”` : 'Create a form'}
      </h2>
      <form noValidate onSubmit={onSubmit} className="mt-6 grid max-w-180 gap-5">
        <TextField label="Name" hint="For your team." autoComplete="off" {...field('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select label="Brand" options={optionsOf(brands)} {...field('brandId')} />
          <Select label="List that people join" options={optionsOf(lists)} {...field('audienceId')} />
        </div>
        <TextField label="Title" autoComplete="off" {...field('title')} />
        <TextArea label="Introduction (optional)" rows={3} {...field('intro')} />
        <TextArea
          label="Consent"
          rows={3}
          hint="People check a box beside this sentence. We keep it with each consent, with the time and the IP address."
          {...field('consent')}
        />
        <TextField label="Button" autoComplete="off" {...field('button')} />
        <Checkbox label="Ask for a name" {...field('asksName')} />
        <TextField
          label="Subject of the welcome email"
          hint="Sent once the address is confirmed."
          autoComplete="off"
          {...field('welcomeSubject')}
        />
        <TextArea label="Welcome email" rows={5} {...field('welcomeText')} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : form ? 'Save form' : 'Create form'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}
