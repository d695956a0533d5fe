import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, inet } from './columns.ts';

/** A form by which readers sign up themselves. */
export const signupForms = pgTable('signup_forms', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  brandId: uuid('brand_id').notNull(),
  audienceId: uuid('audience_id').notNull(),
  title: text().notNull(),
  intro: text().notNull(),
  consent: text().notNull(),
  button: text().notNull(),
  asksName: boolean('asks_name').notNull(),
  welcomeSubject: text('welcome_subject').notNull(),
  welcomeText: text('welcome_text').notNull(),
  closedAt: at('closed_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
});

/** Somebody who signed up, from the form until some time after the confirmation. */
export const signUps = pgTable('sign_ups', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  formId: uuid('form_id').notNull(),
  address: text().notNull(),
  name: text().notNull(),
  ip: inet(),
  consent: text().notNull(),
  language: text(),
  at: at('at').notNull(),
  expiresAt: at('expires_at').notNull(),
  confirmedAt: at('confirmed_at'),
  contactId: uuid('contact_id'),
});
