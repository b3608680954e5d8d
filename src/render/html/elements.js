// Finds and makes elements of the page.

/** Returns the element with an identifier. */
export const byId = (id) => document.getElementById(id);

/** Returns an HTML element with texts or elements as children. A text is never parsed as markup. */
export function html(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...children);
  return made;
}

/** Returns a button that calls `act`. */
export function button(text, act, attributes = {}) {
  const made = html('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}
