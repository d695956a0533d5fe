/** What is wrong with a form, in the words of the toast; `field` is the control's name. */
export type Problem = { field: string; title: string; description: string };

/** Fields that must not be empty, in the order of the form, each with its toast. */
const REQUIRED: readonly Problem[] = [
  {
    field: 'firstName',
    title: 'First Name Required',
    description: 'Please provide your first name to continue.',
  },
  {
    field: 'lastName',
    title: 'Last Name Required',
    description: 'Please provide your last name to continue.',
  },
  { field: 'email', title: 'Email Required', description: 'Please provide your email to continue.' },
  { field: 'password', title: 'Password Required', description: 'Please provide your password to continue.' },
];

/** The first thing missing from the auth page's form; `values` holds just the fields of its mode. */
export function missingField(values: Record<string, string>): Problem | null {
  return REQUIRED.find(({ field }) => field in values && values[field]?.trim() === '') ?? null;
}

export const TERMS_REQUIRED: Problem = {
  field: 'agreeToTerms',
  title: 'Terms Agreement Required',
  description: 'Please agree to the terms of service and privacy policy to continue.',
};

/** The three indicators of the live checklist. They inform; they never hold a form back. */
export const PASSWORD_CHECKS: readonly { label: string; test: (password: string) => boolean }[] = [
  { label: 'Mixed case letters', test: (password) => /[a-z]/.test(password) && /[A-Z]/.test(password) },
  { label: 'Special characters', test: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password) },
  { label: 'At least 8 characters', test: (password) => password.length >= 8 },
];

/** First word is the first name, the rest the last name; one word leaves the last name empty. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** What is wrong with an address, as far as a page can tell. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Please provide your email.';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Please enter a valid email address';
}

/** One sentence per faulty field, in the order of the form. */
export type SignUpErrors = {
  fullName?: string;
  companyName?: string;
  email?: string;
  password?: string;
  agreeToTerms?: string;
};

/** What keeps a sign-up from being sent; `values` as the form holds them. Empty when all is well. */
export function signUpErrors(values: Record<string, string>): SignUpErrors {
  const errors: SignUpErrors = {};
  const email = emailProblem(values['email'] ?? '');
  if (!values['fullName']?.trim()) errors.fullName = 'Please provide your full name.';
  if (values['accountType'] === 'company' && !values['companyName']?.trim())
    errors.companyName = 'Please provide the name of your company.';
  if (email !== undefined) errors.email = email;
  if (!values['password']) errors.password = 'Please provide a password.';
  if (values['agreeToTerms'] === undefined) errors.agreeToTerms = TERMS_REQUIRED.description;
  return errors;
}
