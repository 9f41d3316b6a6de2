using System;
using System.Globalization;

namespace Oracle
{
    /// <summary>What the oracle's own main program sets up, for the others here.</summary>
    internal static class Startup
    {
        public static void Prepare()
        {
#if !MONO
            AppContext.SetSwitch("Switch.System.Data.AllowUnsafeSerializationFormatBinary", true);
            AppContext.SetSwitch("Switch.System.Data.AllowArbitraryDataSetTypeInstantiation", true);
#endif
            CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
            CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.InvariantCulture;
        }
    }
}
