import type pg from 'pg';

/** Counts a person's email address as confirmed, as the link of the confirmation email would. */
export async function confirmEmail(owner: Pick<pg.ClientBase, 'query'>, email: string): Promise<void> {
  await owner.query(
    `with person as (update users set email_confirmed_at = now() where email = $1 returning id)
     update addresses a set confirmed_at = now() from contacts c, person
      where c.user_id = person.id and a.workspace_id = c.workspace_id and a.contact_id = c.id`,
    [email],
  );
}
