/**
 * Takes over the prerendered form: React Hook Form's core checks it by the schema and knows what is wrong, without
 * React, which would hear every touch of the form and make each tap wait (docs/decisions/2026-11-22-intake-form.md).
 */
import { createFormControl } from 'react-hook-form';
import type { LeadForm } from '#src/shared/leads.ts';
import { rememberLead } from '#src/web/auth/lead.ts';
import { logWarning } from '#src/web/ui/log.ts';
import { readValues, takeForm } from '../../forms/handed-over.ts';
import { bringToaster, sayByToast } from '../../forms/say.ts';
import { dropServerError, SERVER_TYPE } from '../../forms/server-error.ts';
import { createSubmissions } from '../../forms/submission.ts';
import { afterFrame, whenIdle } from '../breathe.ts';
import { sendLead, type Outcome } from './send.ts';
import { sentenceOf, sentencesOf } from './sentences.ts';
import { EMPTY, FIELDS, intakeResolver, type IntakeValues } from './values.ts';

const TOASTS = {
  notified: {
    title: 'Form submitted successfully!',
    description: "We'll be in touch shortly with your personalized plan.",
  },
  saved: {
    title: 'Form submitted!',
    description: 'Your information was saved. Our team will contact you soon.',
  },
  failed: { title: 'Something went wrong!', description: 'Please try again later.', variant: 'destructive' },
} as const satisfies Record<Outcome | 'failed', object>;

function takeOver(form: HTMLFormElement, thanks: HTMLElement, pattern: HTMLTemplateElement): void {
  const press = form.querySelector<HTMLButtonElement>('[type="submit"]');
  const say = sentencesOf(form, pattern);
  // What was typed before this script came, or what the server answered the form with.
  const handed = takeForm('intake');
  const control = createFormControl<IntakeValues, unknown, LeadForm>({
    defaultValues: { ...EMPTY, ...handed.values },
    resolver: intakeResolver,
  });
  const { register, subscribe, handleSubmit, setError, setValue, setFocus, reset } = control;

  for (const field of FIELDS) {
    const { ref, onChange } = register(field);
    for (const element of form.querySelectorAll<HTMLElement>(`[name="${field}"]`)) {
      ref(element);
      element.addEventListener('input', (event) => {
        dropServerError(field, control);
        void onChange(event);
      });
    }
  }
  const setValues = (values: Partial<IntakeValues>): void => {
    for (const field of FIELDS) {
      const value = values[field];
      if (value !== undefined) setValue(field, value);
    }
  };
  // Registering a choice that the markup has checked takes it for made, whatever has been chosen since.
  setValues(handed.values);
  subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) => {
      for (const field of FIELDS) say(field, errors[field]?.message);
    },
  });

  const submissions = createSubmissions();
  async function send(lead: LeadForm): Promise<void> {
    const outcome = await sendLead(lead, submissions.keyOf(lead));
    submissions.arrived();
    rememberLead({ email: lead.contactEmail, company: lead.companyName });
    // The thanks say it as well.
    void sayByToast(TOASTS[outcome]);
    reset(EMPTY, { keepFieldsRef: true });
    form.hidden = true;
    thanks.hidden = false;
    // The button that was pressed is gone: what came in its place is read out, and the next Tab goes on from here.
    thanks.querySelector<HTMLElement>('h3')?.focus();
  }

  const dropNotice = (): void => form.querySelector(':scope > [role="alert"]')?.remove();
  /** By a toast, or above the fields where none can be shown. */
  async function sayFailed(): Promise<void> {
    const { title, description } = TOASTS.failed;
    if ((await sayByToast(TOASTS.failed)) || form.hidden) return;
    dropNotice();
    const notice = sentenceOf(pattern, `${title} ${description}`);
    notice.setAttribute('role', 'alert');
    form.prepend(notice);
  }

  let sending = false;
  const setSending = (now: boolean): void => {
    sending = now;
    if (!press) return;
    press.disabled = now;
    if (now) press.setAttribute('aria-busy', 'true');
    else press.removeAttribute('aria-busy');
  };
  // A page that was loaded anew while it was sending may have its button as it stood then.
  setSending(false);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A script's own call, or a key: the button is disabled, the form is not.
    if (sending) return;
    sending = true;
    try {
      // The tap is answered before the fields are looked at.
      await afterFrame();
      setSending(true);
      dropNotice();
      // Not all that fills forms in for people tells of it.
      setValues(readValues(form));
      await handleSubmit(send)();
    } catch (error) {
      logWarning(String(error));
      void sayFailed();
    } finally {
      setSending(false);
      // Disabled, it has lost the focus.
      if (document.activeElement === document.body) press?.focus();
    }
  });
  thanks.querySelector('button')?.addEventListener('click', () => {
    thanks.hidden = true;
    form.hidden = false;
    setFocus('companyName');
  });

  const { root, ...wrong } = handed.errors;
  handed.settle();
  // It was sent and refused as a whole: said as the scripted way says it (specification, section 8).
  if (root !== undefined) void sayFailed();
  const fields = FIELDS.filter((field) => field in wrong);
  for (const field of fields) setError(field, { type: SERVER_TYPE, message: wrong[field] ?? '' });
  if (fields[0]) setFocus(fields[0]);
  form.dataset['live'] = '';
}

const form = document.querySelector<HTMLFormElement>('form[data-form="intake"]');
const thanks = document.querySelector<HTMLElement>('[data-intake="thanks"]');
const pattern = document.querySelector<HTMLTemplateElement>('template[data-intake="error"]');
if (form && thanks && pattern) {
  takeOver(form, thanks, pattern);
  // What draws a toast is there before there is one: a form that cannot be sent for want of a network has one to show.
  void whenIdle()
    .then(bringToaster)
    .catch((error: unknown) => logWarning(String(error)));
}
