import {
  signupFormChangeSchema,
  signupFormFormSchema,
  signupFormSchema,
  signupFormsSchema,
} from '#src/shared/signup-forms.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const SignupForm = component({
  name: 'SignupForm',
  schema: signupFormSchema,
  fields: {
    audienceId: 'The list that people join.',
    consent: 'The sentence people agree to. Each consent keeps its wording.',
    url: 'The hosted page.',
    embed: 'Code for your site: an iframe, and a plain HTML form. Both work without JavaScript.',
    confirmed: 'Sign-ups of the last 30 days that were confirmed.',
    waiting: 'Sign-ups of the last 30 days that weren’t confirmed.',
  },
});
const SignupForms = component({ name: 'SignupForms', schema: signupFormsSchema, holds: [SignupForm] });
const SignupFormForm = component({ name: 'SignupFormForm', schema: signupFormFormSchema });
const SignupFormChange = component({
  name: 'SignupFormChange',
  schema: signupFormChangeSchema,
  fields: { closed: 'A closed form takes no sign-ups. Links already sent can still be confirmed.' },
});

const THE_FORM = { id: 'The id of the form.' };

export const SIGNUP_FORMS = endpoints('People', {
  list: {
    method: 'get',
    path: '/signup-forms',
    needs: 'contacts:read',
    summary: 'List sign-up forms',
    description: 'Forms with their URLs and embed code, and the brands and lists a form can use.',
    answer: { status: 200, says: 'Newest first.', schema: SignupForms },
    example: {},
  },
  make: {
    method: 'post',
    path: '/signup-forms',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Create a sign-up form',
    description:
      'A hosted page in the brand’s look, to link or embed. People confirm their address by email before they become contacts. The response to a sign-up is always the same, so it doesn’t reveal who is subscribed.',
    body: { schema: SignupFormForm, required: true },
    answer: { status: 201, says: 'The form.', schema: SignupForm },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: {
      body: {
        name: 'Website',
        brandId: '$BRAND_ID',
        audienceId: '$LIST_ID',
        title: 'Market alerts by email',
        consent: 'I’d like to get market alerts by email. I can unsubscribe at any time.',
        welcomeSubject: 'Welcome to our alerts',
        welcomeText: 'Thanks for signing up. The first alert comes when something happens.',
      },
    },
  },
  change: {
    method: 'patch',
    path: '/signup-forms/{id}',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Change a sign-up form',
    description: 'Fields you leave out keep their values. Consents keep the sentence that people agreed to.',
    params: THE_FORM,
    body: { schema: SignupFormChange, required: true },
    answer: { status: 200, says: 'The form.', schema: SignupForm },
    errors: ['bad_json', 'validation_failed', 'name_taken', 'not_found'],
    example: { params: { id: '$SIGNUP_FORM_ID' }, body: { closed: true } },
  },
  remove: {
    method: 'delete',
    path: '/signup-forms/{id}',
    needs: 'contacts:write',
    tells: ['contacts'],
    whileReadOnly: true,
    summary: 'Delete a sign-up form',
    description: 'Its page is removed. Contacts and their consents stay.',
    params: THE_FORM,
    answer: { status: 204, says: 'It’s deleted.' },
    errors: ['not_found'],
    example: { params: { id: '$SIGNUP_FORM_ID' } },
  },
});
