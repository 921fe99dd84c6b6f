import { expect, test } from "vitest";
import { inTheme } from "./colours";

test("a colour is that of the theme", () => {
  expect(inTheme("light-dark(#ffffff, #171b21)", "light")).toBe("#ffffff");
  expect(inTheme("light-dark(#ffffff, #171b21)", "dark")).toBe("#171b21");
  expect(inTheme("light-dark(rgb(1 2 3 / 4%),hsl(1, 2%, 3%))", "light")).toBe("rgb(1 2 3 / 4%)");
  expect(inTheme("light-dark(rgb(1 2 3 / 4%),hsl(1, 2%, 3%))", "dark")).toBe("hsl(1, 2%, 3%)");
  expect(inTheme("#123456", "dark")).toBe("#123456");
});
