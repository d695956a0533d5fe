import * as z from 'zod/mini';

/** So many a workspace may have. */
export const SIGNUP_FORMS_MAX = 50;
/** A confirmation link is good for so long. */
export const SIGN_UP_DAYS = 3;

const line = (max: number, sentence: string) =>
  z
    .string(sentence)
    .check(z.trim(), z.minLength(1, sentence), z.maxLength(max, `Use ${max} characters at most.`));

export const signupFormFormSchema = z.object({
  name: line(120, 'Give the form a name.'),
  brandId: z.uuid('Choose a brand.'),
  audienceId: z.uuid('Choose a list.'),
  title: line(120, 'Write a title.'),
  intro: z._default(z.string().check(z.trim(), z.maxLength(1000, 'Use 1000 characters at most.')), ''),
  consent: line(1000, 'Write what people agree to.'),
  button: z._default(line(40, 'Write the button’s text.'), 'Sign up'),
  asksName: z._default(z.boolean(), false),
  welcomeSubject: line(150, 'Write a subject.'),
  welcomeText: line(4000, 'Write the welcome email.'),
});
export type SignupFormForm = z.infer<typeof signupFormFormSchema>;

/** What is left out stays. */
export const signupFormChangeSchema = z.partial(
  z.extend(
    z.object({
      ...signupFormFormSchema.shape,
      intro: z.string().check(z.trim(), z.maxLength(1000, 'Use 1000 characters at most.')),
      button: line(40, 'Write the button’s text.'),
      asksName: z.boolean(),
    }),
    {
      /** Closed forms take no sign-ups. */
      closed: z.boolean(),
    },
  ),
);
export type SignupFormChange = z.infer<typeof signupFormChangeSchema>;

export const signupFormSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  brandId: z.uuid(),
  brand: z.string(),
  audienceId: z.uuid(),
  audience: z.string(),
  title: z.string(),
  intro: z.string(),
  consent: z.string(),
  button: z.string(),
  asksName: z.boolean(),
  welcomeSubject: z.string(),
  welcomeText: z.string(),
  closed: z.boolean(),
  url: z.string(),
  /** For other sites: a frame, and a form of plain HTML. */
  embed: z.object({ frame: z.string(), html: z.string() }),
  /** In the last 30 days. */
  confirmed: z.int(),
  waiting: z.int(),
  createdAt: z.iso.datetime(),
});
export type SignupForm = z.infer<typeof signupFormSchema>;
export const signupFormsSchema = z.object({
  items: z.array(signupFormSchema),
  max: z.int(),
  /** What a form may be for. */
  brands: z.array(z.object({ id: z.uuid(), name: z.string() })),
  lists: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type SignupForms = z.infer<typeof signupFormsSchema>;
