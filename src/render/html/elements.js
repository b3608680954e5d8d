// Finds and makes elements of the page.

/** Returns the element with an identifier. */
export const byId = (id) => document.getElementById(id);

/** Returns an HTML element. Its children are texts, elements and lists of these; `false`, `null` and `undefined` are left out.
 * A text is never parsed as markup. */
export function html(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return made;
}

/** Returns a button that calls `act`. */
export function button(text, act, attributes = {}) {
  const made = html('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/** Replaces the content of an element. If a field in it had the focus, the new field with the same identifier or name gets
 * the focus or, if there is none, the element `other`. */
export function replaceContent(parent, content, other = () => parent) {
  const { id, name } = document.activeElement;
  const hadFocus = parent.contains(document.activeElement);
  parent.replaceChildren(...content.flat(Infinity).filter(Boolean));
  if (!hadFocus) return;
  const again = id ? byId(id) : parent.querySelector(`[name="${CSS.escape(name ?? '')}"]:checked`);
  (again ?? other()).focus({ preventScroll: true });
}

/** Copies a text to the clipboard, and then says so in `words`. */
export async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // a page opened from disk may have no clipboard API: copy from a field instead
    const field = html('textarea', { 'aria-hidden': 'true', class: 'hidden' });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  byId('copied').textContent = words;
}
