using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // Finds the submission's methods in this program.
    static class Loading
    {
        const BindingFlags Any = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic |
            BindingFlags.DeclaredOnly;

        // Runs the `Main` of a whole player file, which calls `runSession`.
        public static void RunMain()
        {
            MethodInfo main = Methods("Main").FirstOrDefault(method => method.IsStatic && method.DeclaringType != typeof(Start));
            if (main == null) throw new MissingMethodException("the submission has no Main");
            object[] arguments = main.GetParameters().Length == 0 ? null : new object[] { new string[0] };
            main.Invoke(null, arguments);
        }

        // The bare method of this name.
        public static PlayerDel Player(string name)
        {
            Delegate player = Method(name, typeof(PlayerDel));
            if (player == null) throw new MissingMethodException("the submission has no method " + name);
            return (PlayerDel)player;
        }

        // The submission's method of this name and type, or null. Initialises the static fields of
        // its class.
        public static Delegate Method(string name, Type kind)
        {
            MethodInfo method = Methods(name).FirstOrDefault(found => HasSignature(kind, found));
            if (method == null) return null;
            RuntimeHelpers.RunClassConstructor(method.DeclaringType.TypeHandle);
            object instance = method.IsStatic ? null : Activator.CreateInstance(method.DeclaringType, true);
            return Delegate.CreateDelegate(kind, instance, method);
        }

        static IEnumerable<MethodInfo> Methods(string name)
        {
            IEnumerable<MethodInfo> all = Assembly.GetExecutingAssembly().GetTypes().SelectMany(type => type.GetMethods(Any));
            return all.Where(method => method.Name == name);
        }

        static bool HasSignature(Type kind, MethodInfo method)
        {
            MethodInfo wanted = kind.GetMethod("Invoke");
            return method.ReturnType == wanted.ReturnType && Parameters(method).SequenceEqual(Parameters(wanted));
        }

        static IEnumerable<Type> Parameters(MethodInfo method)
        {
            return method.GetParameters().Select(parameter => parameter.ParameterType);
        }
    }
}
